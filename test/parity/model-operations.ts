/** Signatures of the `Model` object: those of the interface, and the additional ones of the SDK. */
export const modelOperations = [
  'tags(version)',
  'status(version)',
  'set_status(version, status)',
  'add_tag(version, tag)',
  'delete_tag(version, tag)',
  'find_versions(version_prefix="", status=None, tag=None)',
  'get_details(version=None)',
  'get_assets(version)',
  'get_version_history(version)',
  'download(version, output_path="./")',
].map((signature) => ({ on: 'Model' as const, signature }));
