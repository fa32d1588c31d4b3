import { otherKey } from '../recorded-service.ts';
import { api, type Step } from '../step.ts';

/** Account, cache and workspaces. Only the instance `caching` uses a cache. */
export const accountSteps: readonly Step[] = [
  api('API', { cache: false }, { keep: 'api' }),
  api('API', { cache: true }, { keep: 'caching', note: 'with a cache' }),
  api('API', { cache: false, api_key: otherKey }, { keep: 'stranger', note: 'with a key of another service' }),
  api('get_workspaces', {}, { on: 'stranger', note: 'with a key of another service' }),
  api(
    'get_project',
    { workspace: 'lab', project_name: 'digits' },
    { on: 'stranger', note: 'with a key of another service' },
  ),
  api(
    'create_project',
    { workspace: 'lab', project_name: 'theirs' },
    { on: 'stranger', note: 'with a key of another service' },
  ),
  api('get_experiment_by_key', { experiment_key: 'absent' }, { on: 'stranger', note: 'with a key of another service' }),
  api('server_url', {}, { reads: '<root>' }),
  api('use_cache', {}, { reads: false }),
  api('use_cache', {}, { on: 'caching', note: 'of one that caches', reads: true }),
  api('use_cache', { cache: true }, { on: 'caching', note: 'set' }),
  api('get_account_details', {}, { reads: { userName: 'ada', defaultWorkspaceName: 'local' } }),
  api('get_default_workspace', {}, { reads: 'local' }),
  api('get_account_details', {}, { on: 'caching', note: 'first, to be kept' }),
  api('get_account_details', {}, { on: 'caching', note: 'from the cache' }),
  api('do_not_cache', {}, { on: 'caching', rest: ['account-details'] }),
  api('get_account_details', {}, { on: 'caching', note: 'not from the cache' }),
  api('do_cache', {}, { on: 'caching', rest: ['account-details', 'workspaces'] }),
  api('get_account_details', {}, { on: 'caching', note: 'first again' }),
  api('clear_cache', {}, { on: 'caching' }),
  api('get_account_details', {}, { on: 'caching', note: 'after the cache was cleared' }),
  api('update_cache', {}, { on: 'caching' }),
  api('get_account_details', {}, { on: 'caching', note: 'after the cache was updated' }),
];
