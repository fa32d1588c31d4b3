import type { Locator, Page } from 'playwright-core';
import type { Tab } from '../../packages/core/src/targets/tabs.ts';
import { tabStories } from '../gallery/tab-stories.ts';
import type { ViewPage } from '../ui/browser.ts';
import { viewStage } from '../ui/view-stage.ts';
import { seedContent } from './seeded-content.ts';

/** Registers the stage of the tests of tabs, which all files share, and returns it with what they do. */
export function tabStage() {
  const stage = viewStage(seedContent, { shared: 'stage of the tabs' });
  return {
    stage,
    /** Shows a tab of an experiment. */
    show: (view: ViewPage, experimentKey: string, tab: Tab) =>
      view.show({ target: { kind: 'experiment', experimentKey, tab } }),
    /** Opens a page with one tab of the full experiment. */
    inTab: (tab: Tab, work: (page: Page, view: ViewPage) => Promise<void>) =>
      stage.showing((view) => work(view.page, view), {
        options: { target: { kind: 'experiment', experimentKey: stage.seeded.full, tab } },
        until: tabStories[tab].content,
        height: 1000,
      }),
    /** Returns a function that uploads files to an experiment and returns their ids. */
    uploadTo:
      (experimentKey: string) =>
      async (
        fileName: string,
        type: string,
        content: string | Uint8Array<ArrayBuffer>,
        at?: { readonly step: number },
      ) => {
        const form = new FormData();
        form.set('file', new Blob([content]), 'file');
        const query = new URLSearchParams({ experimentKey, fileName, type, ...(at && { step: String(at.step) }) });
        const path = `/api/rest/v2/write/experiment/upload-asset?${query}`;
        return (await stage.service.call<{ assetId: string }>('POST', path, form)).assetId;
      },
  };
}

/** Waits until an element has the focus. */
export const hasFocus = (element: Locator) => element.and(element.page().locator(':focus')).waitFor();

/** Text of an element, as a person reads it. */
export const textOf = (page: Page, selector: string) => page.locator(selector).first().innerText();

/** Waits until images have been drawn. */
export const imagesDrawn = (page: Page, selector: string, count: number) =>
  page.waitForFunction(
    ([wanted, least]) =>
      [...document.querySelectorAll<HTMLImageElement>(wanted)].filter((image) => image.naturalWidth > 0).length >=
      least,
    [selector, count] as const,
  );
