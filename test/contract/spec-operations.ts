/** Operation of the interface with the defaults of its arguments. */
export interface SpecOperation {
  readonly section: string;
  readonly on: 'API' | 'APIExperiment';
  /** `name(required, optional=default, *rest)`. */
  readonly signature: string;
}

/** All operations of the interface by their Python names. Constructors and properties have their own tests. */
const sections = {
  // Cache control
  '4.1': [
    'clear_cache()',
    'update_cache()',
    'do_cache(*endpoints)',
    'do_not_cache(*endpoints)',
    'use_cache(cache=None)',
    'server_url()',
  ],
  // Workspaces, projects, experiments
  '4.2': [
    'get(workspace=None, project_name=None, experiment=None)',
    'get_workspaces()',
    'get_default_workspace()',
    'get_account_details()',
    'get_projects(workspace)',
    'get_project(workspace, project_name)',
    'get_project_by_id(project_id)',
    'create_project(workspace, project_name, project_description=None, public=False)',
    'update_project(workspace, project_name, new_project_name=None, description=None, public=None)',
    'update_project_by_id(project_id, new_project_name=None, description=None, public=None)',
    'delete_project(workspace=None, project_name=None, project_id=None, delete_experiments=False)',
    'get_project_notes(workspace, project_name)',
    'set_project_notes(workspace, project_name, notes)',
    'get_project_share_keys(project_id)',
    'create_project_share_key(project_id)',
    'delete_project_share_key(project_id, share_key)',
    'get_experiment(workspace, project_name, experiment)',
    'get_experiment_by_key(experiment_key)',
    'get_experiment_by_id(experiment)',
    'get_experiments(workspace, project_name=None, pattern=None)',
    'gen_experiments(workspace, project_name=None, pattern=None)',
    'get_archived_experiment(workspace, project_name, experiment)',
    'get_archived_experiments(workspace, project_name=None, pattern=None)',
    'archive_experiment(experiment_key)',
    'archive_experiments(experiment_keys)',
    'restore_experiment(experiment_key)',
    'delete_experiment(experiment_key)',
    'delete_experiments(experiment_keys)',
    'stop_experiment(experiment_key)',
    'move_experiments(experiment_keys, target_workspace, target_project_name, symlink=False)',
    'get_metrics_for_chart(experiment_keys, metrics=None, parameters=None, independent=True, full=False)',
    'get_query_variables(workspace, project_name)',
    'query(workspace, project_name, query, archived=False)',
    'download_experiment_asset(experiment_key, asset_id, output_path)',
  ],
  // Artifacts
  '4.4': [
    'get_artifact_list(workspace, artifact_type=None)',
    'get_artifact_details(workspace=None, artifact_name=None, artifact_id=None)',
    'get_artifact_files(workspace=None, artifact_name=None, artifact_id=None, version=None, alias=None)',
  ],
  // Model registry
  '4.5': [
    'get_model(workspace, model_name)',
    'get_registry_model_count(workspace)',
    'get_registry_model_names(workspace)',
    'get_registry_model_details(workspace, registry_name, version=None)',
    'get_registry_model_versions(workspace, registry_name)',
    'get_registry_model_notes(workspace, registry_name)',
    'update_registry_model_notes(workspace, registry_name, notes)',
    'update_registry_model(workspace, registry_name, new_name=None, description=None, public=None)',
    'delete_registry_model(workspace, registry_name)',
    'delete_registry_model_version(workspace, registry_name, version)',
    'model_registry_allowed_status_values(workspace)',
    'add_registry_model_version_stage(workspace, registry_name, version, stage)',
    'delete_registry_model_version_stage(workspace, registry_name, version, stage)',
    'update_registry_model_version(workspace, registry_name, version, comment=None, stages=None)',
    'download_registry_model(workspace, registry_name, version=None, output_path="./", expand=True, stage=None)',
    'get_latest_registry_model_version_details(workspace, registry_name, stage=None, version_major=None, version_minor=None)',
    'get_model_registry_version_assets(workspace, registry_name, version=None, stage=None)',
  ],
  // Panels
  '4.6': [
    'get_panel_experiment_keys()',
    'get_panel_experiments()',
    'get_panel_metrics_names()',
    'get_panel_options()',
    'get_panel_project_id()',
    'get_panel_project_name()',
    'get_panel_workspace()',
  ],
  // Identity and state
  '4.7': [
    'get_name()',
    'set_name(name)',
    'to_json(full=False)',
    'get_metadata()',
    'get_state()',
    'set_state(state)',
    'update_status()',
    'end()',
    'set_start_time(start_server_timestamp)',
    'set_end_time(end_server_timestamp)',
    'archive()',
    'create_symlink(project_name)',
    'display(clear=False, wait=True, new=0, autoraise=True, tab=None)',
    'display_project(view_id=None, clear=False, wait=True, new=0, autoraise=True)',
  ],
  // Tags
  '4.8': ['add_tag(tag)', 'add_tags(tags)', 'delete_tags(tags)', 'get_tags()'],
  // Logging
  '4.9': [
    'log_metric(metric, value, step=None, epoch=None, timestamp=None)',
    'log_metrics(metric_dict, step=None, epoch=None, timestamp=None)',
    'log_parameter(parameter, value, step=None, timestamp=None)',
    'log_parameters(param_dict, step=None, timestamp=None, nested_support=True)',
    'log_other(key, value, timestamp=None)',
    'log_additional_system_info(key, value)',
    'log_output(output, context=None, stderr=False, timestamp=None)',
    'log_html(html, clear=False, timestamp=None)',
    'log_curve(name, x, y, overwrite=False, step=None)',
    'log_cpu_metrics(cpu_metrics, context=None, step=None, epoch=None, timestamp=None)',
    'log_gpu_metrics(gpu_metrics)',
    'log_load_metrics(load_avg, context=None, step=None, epoch=None, timestamp=None)',
    'log_ram_metrics(total_ram, used_ram, context=None, step=None, epoch=None, timestamp=None)',
    'log_asset(filename, step=None, name=None, overwrite=None, context=None, ftype=None, metadata=None)',
    'log_image(filename, image_name=None, step=None, overwrite=None, context=None, metadata=None)',
    'log_video(filename, name=None, overwrite=False, step=None, epoch=None, context=None, metadata=None)',
    'log_table(filename, tabular_data=None, headers=False)',
    'register_model(model_name, version=None, workspace=None, registry_name=None, public=None, description=None, comment=None, status=None, tags=None, stages=None)',
  ],
  // Describing
  '4.10': [
    'set_code(code=None, filename=None)',
    'set_command(command_args_list)',
    'set_executable(executable)',
    'set_filename(filename)',
    'set_git_metadata(user, root, branch, parent, origin)',
    'set_git_patch(file_data)',
    'set_gpu_static_info(gpu_static_info)',
    'set_hostname(hostname)',
    'set_installed_packages(installed_packages)',
    'set_ip(ip)',
    'set_machine(machine)',
    'set_model_graph(graph)',
    'set_network_interface_ips(network_interface_ips)',
    'set_os(os)',
    'set_os_packages(os_packages)',
    'set_os_release(os_release)',
    'set_os_type(os_type)',
    'set_pid(pid)',
    'set_processor(processor)',
    'set_python_version(python_version)',
    'set_python_version_verbose(python_version_verbose)',
    'set_user(user)',
  ],
  // Reading
  '4.11': [
    'get_metrics(metric=None)',
    'get_metrics_summary(metric=None)',
    'get_parameters_summary(parameter=None)',
    'get_others_summary(other=None)',
    'get_asset_list(asset_type="all")',
    'get_asset(asset_id, return_type="binary", stream=False)',
    'get_asset_by_name(asset_filename, asset_type="all", return_type="binary", stream=False)',
    'delete_asset(asset_id)',
    'get_curve(asset_id)',
    'get_curves()',
    'get_code()',
    'get_command()',
    'get_executable()',
    'get_git_metadata()',
    'get_git_patch()',
    'get_gpu_static_info()',
    'get_hostname()',
    'get_ip()',
    'get_machine()',
    'get_os()',
    'get_os_release()',
    'get_os_type()',
    'get_processor()',
    'get_python_version()',
    'get_python_version_verbose()',
    'get_user()',
    'get_html()',
    'get_output()',
    'get_installed_packages()',
    'get_os_packages()',
    'get_network_interface_ips()',
    'get_system_metric_names()',
    'get_additional_system_info()',
    'get_max_memory()',
    'get_total_memory()',
    'get_pid()',
    'get_system_details()',
    'get_model_graph()',
    'get_model_names()',
    'get_model_asset_list(model_name)',
    'download_model(name, output_path="./", expand=True)',
    'download_tensorflow_folder(output_path="./", overwrite=False)',
    'get_environment_details()',
    'get_model_data(name)',
  ],
} as const satisfies Record<string, readonly string[]>;

export const specOperations: readonly SpecOperation[] = Object.entries(sections).flatMap(([section, signatures]) =>
  signatures.map((signature): SpecOperation => {
    const on = Number(section.slice(2)) <= 6 ? 'API' : 'APIExperiment';
    // The interface defines the default version separately.
    return { section, on, signature: signature.replace(/^(register_model.*?version)=None/, '$1="1.0.0"') };
  }),
);

/** Argument of a signature; `rest` for `*names`. */
export interface SpecArgument {
  readonly name: string;
  readonly kind: 'required' | 'optional' | 'rest';
  /** Default as text; null without a default. */
  readonly fallback: string | null;
}

/** Returns the name and the arguments of an operation. */
export function readSignature(signature: string): { readonly name: string; readonly args: readonly SpecArgument[] } {
  const match = /^(\w+)\((.*)\)$/.exec(signature);
  if (!match) throw new Error(`${signature} is not a signature`);
  const texts = match[2]!.split(',').map((text) => text.trim());
  const args = texts.filter(Boolean).map((text): SpecArgument => {
    const [name = '', fallback = null] = text.split('=');
    if (name.startsWith('*')) return { name: name.slice(1), kind: 'rest', fallback: null };
    return { name, kind: fallback === null ? 'required' : 'optional', fallback };
  });
  return { name: match[1]!, args };
}

/** Returns the camelCase name of a Python name: `get_metrics_for_chart` is `getMetricsForChart`. */
export function camelCaseName(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
