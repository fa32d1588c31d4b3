import { inRoot } from '../../scripts/folders.ts';
import { pipInstallSuite } from './pip-install-suite.ts';

pipInstallSuite({
  name: 'newest',
  requirements: inRoot('scripts', 'python-requirements.txt'),
  only: ['jupyterlab', 'notebook'],
});
