import { gallerySite } from './gallery-site.ts';

// npm run gallery -- [--port P]: every tab and chart on the fixtures of the tests, light and dark, in a browser.
const at = process.argv.indexOf('--port');
const site = await gallerySite(at === -1 ? 0 : Number(process.argv[at + 1]));
console.log(`gallery of ${site.stories.length} stories: ${site.origin}/gallery\nCtrl-C ends it.`);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void site.close().then(() => process.exit(0)));
}
