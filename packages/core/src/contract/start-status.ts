/**
 * Exit statuses of the program when another process prevents the start of the service. Other failures have status 1.
 */
export const startStatus = { folderInUse: 3, portInUse: 4 } as const;
