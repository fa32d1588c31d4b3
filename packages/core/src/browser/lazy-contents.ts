import { lazyOperations } from '../client/operation.ts';
import type { ContentOperations } from '../experiment/index.ts';

/** Operations that log content, each with whether callers need not wait for it. The first call loads them. */
export const lazyContents = lazyOperations<ContentOperations>(
  {
    logAsset: true,
    logAssetFolder: true,
    logRemoteAsset: true,
    logImage: true,
    logVideo: true,
    logTable: true,
    logCurve: true,
    registerModel: false,
    logText: true,
    logAudio: true,
    logConfusionMatrix: true,
    logHistogram3d: true,
    logPoints3d: true,
    logEmbedding: true,
    logModel: true,
    logRemoteModel: true,
    logCode: true,
    logArtifact: true,
    getArtifact: false,
    getArtifactLineage: false,
  },
  async () => (await import('../experiment/contents/index.ts')).contentOperations(null),
);
