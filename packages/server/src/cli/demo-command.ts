import { resolve } from 'node:path';
import { demoDataFolder } from '../data-folder/data-folder.ts';
import { openCommandFor, openCommand as typedOpenCommand } from '../page/open-command.ts';
import { openPage, runningUrl } from './open-page.ts';
import { type ServeArguments, serve } from './serve-command.ts';

/** Arguments of `tracklens demo`. */
interface DemoArguments extends ServeArguments {
  readonly print: boolean;
}

/** Page of the project in the demo data. */
const path = '/demo/digits';

/**
 * Runs the service with the demo data in a folder of its own, and opens their page in the browser. If the service of
 * that folder runs already, only opens the page.
 */
export async function demo(values: DemoArguments): Promise<void> {
  const dataFolder = resolve(values.data ?? demoDataFolder);
  const show = () => openPage({ dataFolder, path, print: values.print });
  const url = await runningUrl(dataFolder);
  if (url !== null) {
    process.stdout.write(`tracklens service: ${url}\n`);
    return await show();
  }
  await serve({ ...values, data: dataFolder, demo: 'new-folder' }, async (service) => {
    process.stdout.write(`tracklens service: ${service.url}
api key: ${service.apiKeyFile}

Demo data: ${service.url}${path}
Page:      ${openCommandFor(typedOpenCommand(dataFolder), path)}
Python:    import tracklens; tracklens.display_project("demo", "digits")
Ctrl-C ends the service. The data stay in ${dataFolder}.

`);
    // The service is useful without a browser.
    await show().catch((error: Error) => process.stderr.write(`tracklens: ${error.message}\n`));
  });
}
