import { type ReactElement, useMemo, useRef, useState } from 'react';
import { useTranslate } from '../../components/translate-context.ts';
import { useReadOnce } from '../../live/use-read-once.ts';
import { mediaTypeOf } from '../assets/media-type.ts';
import { useAddress } from '../assets/use-address.ts';
import { clockText, type Peaks, peaksOf } from './waveform.ts';

/** Maximum file size for a waveform, in bytes. Decoding larger files would take too much memory. */
const maxOutlinedBytes = 20_000_000;
/** Number of peaks of a waveform. */
const peakCount = 360;

/** Audio player with a waveform. A click in the waveform seeks. */
export function AudioPlayer({ bytes, name }: { readonly bytes: Uint8Array; readonly name: string }): ReactElement {
  const t = useTranslate();
  const audio = useRef<HTMLAudioElement>(null);
  const [unplayable, setUnplayable] = useState(false);
  const [played, setPlayed] = useState(0);
  const type = useMemo(() => {
    const found = mediaTypeOf(bytes);
    // MP4, Ogg and WebM are containers of either audio or video.
    return found?.startsWith('audio/') || found?.startsWith('video/') ? found.replace('video/', 'audio/') : null;
  }, [bytes]);
  const address = useAddress(bytes, type);
  const outline = useReadOnce<Uint8Array, Outline | null>(type === null ? null : bytes, null, readOutline).data;
  if (type === null || unplayable) {
    return (
      <p className="tl-quiet">
        {type === null
          ? t('Unsupported audio format. Supported are WAV, MP3, Ogg, FLAC and MP4.')
          : t('This host cannot play the audio. Download it to listen to it.')}
      </p>
    );
  }
  const share = outline ? Math.min(1, played / Math.max(outline.seconds, 1e-9)) : 0;
  return (
    <div className="tl-player">
      {outline && (
        <svg
          className="tl-wave"
          viewBox={`0 0 ${peakCount} 60`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t('Waveform of %1, duration %2', name, clockText(outline.seconds))}
          onPointerDown={(event) => {
            const box = event.currentTarget.getBoundingClientRect();
            if (audio.current) {
              audio.current.currentTime = ((event.clientX - box.left) / box.width) * outline.seconds;
              setPlayed(audio.current.currentTime);
            }
          }}
        >
          <path d={outlinePath(outline.peaks)} />
          <line x1={share * peakCount} x2={share * peakCount} y1={0} y2={60} />
        </svg>
      )}
      <audio
        ref={audio}
        controls
        preload="metadata"
        aria-label={name}
        {...(address === null ? {} : { src: address })}
        onTimeUpdate={(event) => setPlayed(event.currentTarget.currentTime)}
        onError={() => address !== null && setUnplayable(true)}
      />
    </div>
  );
}

function outlinePath({ low, high }: Peaks): string {
  const y = (sample: number) => (30 - Math.max(-1, Math.min(1, sample)) * 29).toFixed(1);
  const top = [...high].map((sample, at) => `${at},${y(Math.max(sample, 0.01))}`);
  const bottom = [...low].map((sample, at) => `${at},${y(Math.min(sample, -0.01))}`).reverse();
  return `M${[...top, ...bottom].join('L')}Z`;
}

interface Outline {
  readonly peaks: Peaks;
  readonly seconds: number;
}

/** Decodes audio to its waveform; `null` for large files, and in browsers that cannot decode. */
async function readOutline(bytes: Uint8Array): Promise<Outline | null> {
  if (bytes.byteLength > maxOutlinedBytes || typeof OfflineAudioContext === 'undefined') return null;
  // `decodeAudioData` detaches its buffer, so it gets a copy.
  const sound = await new OfflineAudioContext(1, 1, 22_050).decodeAudioData(bytes.slice().buffer as ArrayBuffer);
  return { peaks: peaksOf(sound.getChannelData(0), peakCount), seconds: sound.duration };
}
