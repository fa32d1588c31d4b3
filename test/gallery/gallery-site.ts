import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type TestService, testService } from '../../packages/server/src/testing/test-service.ts';
import { seedContent } from '../tabs/seeded-content.ts';
import { seedComparedProject } from '../ui/seeded-project.ts';
import { strictPolicy, type ViewSite, viewDocument, viewSite } from '../ui/view-site.ts';
import { type Story, stories } from './stories.ts';

/** Gallery on loopback: its page at `/gallery`, each story at `/story?id=…&theme=…`. */
export interface GallerySite extends ViewSite {
  readonly stories: readonly Story[];
}

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const galleryDocument = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tracklens gallery</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/gallery-style.css"></head>
<body><script type="module" src="/gallery-page.js"></script></body></html>`;

/** Seeds a service with the fixtures of the tests and serves the gallery. */
export async function gallerySite(port = 0): Promise<GallerySite> {
  await using stack = new AsyncDisposableStack();
  const service = withFixedKeys(await testService(stack));
  const project = await seedComparedProject(service);
  for (const [viewName, isDefault] of [
    ['Best accuracy', false],
    ['Loss of the sweep with a long name that does not fit into its line', false],
  ] as const) {
    const state = { version: 1, table: { search: 'mlp' } };
    const view = { workspaceName: 'ada', projectName: 'digits', viewName, isDefault, state };
    await service.call('POST', '/api/rest/v2/write/project/named-view', view);
  }
  const aside: TestService = { ...service, experiment: () => service.experiment('tabs') };
  const all = stories(await seedContent(aside), project);
  const site = await viewSite(service.app, {
    port,
    scripts: {
      story: file('story.ts'),
      'gallery-page': file('gallery-page.ts'),
      'gallery-style': file('gallery-page.css'),
    },
    documents: {
      '/gallery': { type: 'text/html', text: galleryDocument, policy: `${strictPolicy}; frame-src 'self'` },
      '/story': { type: 'text/html', text: viewDocument('story'), policy: strictPolicy },
      '/stories.json': { type: 'application/json', text: JSON.stringify(all) },
    },
  });
  stack.defer(() => site.close());
  const close = stack.move();
  return { ...site, stories: all, close: () => close.disposeAsync() };
}

/** The same service, whose experiments get the same keys in every run: the color of a line follows from the key. */
function withFixedKeys(service: TestService): TestService {
  let count = 0;
  return {
    ...service,
    experiment: async (projectName = 'digits') => {
      count += 1;
      const experimentKey = createHash('md5').update(`story experiment ${count}`).digest('hex');
      const run = { experimentKey, projectName, teamName: 'ada', offline: true, local_timestamp: service.clock.now };
      await service.call('POST', '/clientlib/logger/add/run', run);
      return experimentKey;
    },
  };
}
