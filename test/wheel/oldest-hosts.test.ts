import path from 'node:path';
import { pipInstallSuite } from './pip-install-suite.ts';

pipInstallSuite({ name: 'oldest', requirements: path.join(import.meta.dirname, 'oldest-hosts.txt') });
