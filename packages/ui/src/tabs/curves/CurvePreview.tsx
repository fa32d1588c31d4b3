import { type ReactElement, useMemo } from 'react';
import { CodeText } from '../code/CodeText.tsx';
import { CurveChart } from './CurveChart.tsx';
import { curveOfBytes } from './curve-file.ts';

/** Preview of the file of a curve; its source where it is none. */
export function CurvePreview({
  bytes,
  text,
  name,
}: {
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly name: string;
}): ReactElement {
  const curves = useMemo(() => {
    const curve = curveOfBytes(bytes);
    return curve && [{ key: name, label: name, curve }];
  }, [bytes, name]);
  const fileNames = useMemo(() => [], []);
  if (curves === null) return <CodeText text={text} fileName={`${name}.json`} label={name} />;
  return <CurveChart name={name} curves={curves} fileNames={fileNames} />;
}
