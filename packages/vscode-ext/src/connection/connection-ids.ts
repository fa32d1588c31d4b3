/** Whether the id is that of a connection that the user signed in to: the URL of its service. */
export function isSaved(connectionId: string): boolean {
  return /^https?:/.test(connectionId);
}

/** Name of the file of a recording in its data folder. */
export const recordingFile = 'recording.tracklens';

/** Id of the connection to a recording with a SHA-256, in hexadecimal. */
export const recordingId = (hash: string): string => `recording:${hash.slice(0, 32)}`;

/** Whether the id is that of a connection to a recording of experiments. */
export const isRecording = (connectionId: string): boolean => connectionId.startsWith('recording:');
