/** Lazily loaded module that makes the forms of an output in the browser. */
export { outputForms } from './output-forms.ts';
export { reducedImage } from './reduced-image.ts';
