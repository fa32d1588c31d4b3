import { onPrint } from '../components/on-print.ts';

/**
 * Adds an image after the canvas of each chart while the page is printed, which the style sheet shows instead: a
 * browser does not print a canvas that was painted since the last frame, such as one in other colors.
 */
export function printChartsAsImages(): void {
  let images: HTMLImageElement[] = [];
  onPrint((isPrinting) => {
    for (const image of images) image.remove();
    const canvases = isPrinting ? [...document.querySelectorAll<HTMLCanvasElement>('.tracklens-plot canvas')] : [];
    images = canvases.map((canvas) => {
      const image = new Image();
      image.src = canvas.toDataURL();
      image.style.width = canvas.style.width;
      canvas.after(image);
      return image;
    });
  });
}
