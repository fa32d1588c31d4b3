/** Chart type over steps: ridges or heat map. */
export type HistogramForm = 'ridges' | 'heat';
