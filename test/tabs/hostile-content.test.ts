import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { tabs } from '../../packages/core/src/targets/tabs.ts';
import { tabStories } from '../gallery/tab-stories.ts';
import type { ViewPage } from '../ui/browser.ts';
import { viewStage } from '../ui/view-stage.ts';
import { hostile, seedContent } from './seeded-content.ts';

describe('hostile content in the tabs, on a page without a content security policy', () => {
  const stage = viewStage(seedContent, { policy: null });

  /** Records each request to another origin, except those that a content security policy blocked. */
  function strangers(page: Page): Set<string> {
    const seen = new Set<string>();
    const origin = new URL(page.url()).origin;
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(origin) && !/^(?:data|blob|about):/.test(url)) seen.add(url);
    });
    page.on('requestfailed', (request) => {
      if (request.failure()?.errorText === 'csp') seen.delete(request.url());
    });
    return seen;
  }
  const hacked = (page: Page) => page.evaluate(() => 'hacked' in window);

  test('the same content as markup would run and send requests', async () => {
    const view = await stage.browser.page();
    const asked = strangers(view.page);
    await view.page.evaluate((markup) => {
      document.getElementById('view')!.innerHTML = markup;
    }, hostile);
    await view.page.waitForFunction(() => 'hacked' in window);
    assert.equal(asked.size, 1);
    await view.close();
  });

  test('html: links look like links, and lead nowhere but within the page', async () => {
    const outside = 'http://127.0.0.9:9/outside';
    const link = `<a class="out" href="${outside}">link</a>`;
    const reports = {
      element: `${link}<map name="m"><area shape="default" href="${outside}"></map>
        <img class="out" usemap="#m" width="40" height="40" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`,
      relative: `<base href="${outside}/"><a class="out" href="page">link</a>`,
      vector: `<svg width="200" height="40"><a class="out" xlink:href="${outside}"><text y="20">link</text></a></svg>
        <svg width="200" height="40"><a class="out"><set attributeName="href" to="${outside}"/>
        <animate attributeName="xlink:href" values="${outside}"/><text y="20">link</text></a></svg>`,
      formula: `<math><mi class="out" href="${outside}">x</mi></math>`,
      shadow: `<div><template shadowrootmode="open">${link}</template></div>`,
      mutation: `<form><math><mtext></form><form><mglyph><style></math>${link}</style></mglyph></form></mtext></math>`,
      form: `<form action="${outside}"><button class="out" formaction="${outside}">send</button></form>`,
      refresh: `<meta http-equiv="Refresh" content="0;url=${outside}"><b class="out">text</b>`,
      nested: `<iframe srcdoc='${link}'></iframe>`,
    };
    const experimentKey = await stage.service.experiment();
    const logged = async (html: string) =>
      stage.service.call('POST', '/api/rest/v2/write/experiment/html', { experimentKey, html, override: true });
    for (const [kind, html] of Object.entries(reports)) {
      await logged(
        `<h1>${kind}</h1><a id="within" href="#end">end</a><p>${html}<p style="margin-top:200vh" id="end">end`,
      );
      const check = async (view: ViewPage) => {
        const { page } = view;
        await view.show({ target: { kind: 'experiment', experimentKey, tab: 'text' } });
        const shown = page.frameLocator('iframe.tl-html-frame');
        await shown.getByRole('heading', { name: kind, exact: true }).waitFor();
        const frame = (await (await page.$('iframe.tl-html-frame'))!.contentFrame())!;
        const out = (kind === 'nested' ? shown.frameLocator('iframe') : shown).locator('.out');
        await out.first().waitFor();
        for (const one of await out.all()) {
          await one.click({ force: true });
          await one.press('Enter');
        }
        await shown.locator('#within').click();
        await frame.waitForFunction(() => scrollY > 0);
        assert.equal(frame.url(), 'about:srcdoc#end', kind);
        assert.equal(await out.first().isVisible(), true);
        const decoration = await out.first().evaluate((one) => getComputedStyle(one).textDecorationLine);
        if (kind === 'element') assert.equal(decoration, 'underline');
      };
      await stage.showing(check, { expected: /^Blocked form submission/ });
    }
  });

  for (const tab of tabs) {
    test(`${tab}: nothing runs and no request is sent`, async () => {
      const view = await stage.browser.page();
      const { page } = view;
      const asked = strangers(page);
      await view.show({ target: { kind: 'experiment', experimentKey: stage.seeded.hostile, tab } });
      await page.waitForSelector(tabStories[tab].content);
      if (tab === 'text') {
        for (const name of ['Output', 'HTML']) {
          await page.getByRole('tab', { name }).click();
          await page.waitForSelector(name === 'HTML' ? 'iframe' : '.tl-log-line');
        }
      }
      if (tab === 'code') {
        await page.locator('.tl-file', { hasText: 'Uncommitted' }).click();
        await page.waitForSelector('.tl-patch-added');
      }
      if (tab === 'images') {
        await page.waitForFunction(() => document.querySelectorAll('.tl-image img').length === 2);
        const vector = page.locator('.tl-image-card', { hasText: 'vector.svg' }).locator('img');
        // Displayed, but never at a URL that could be opened as a page of this origin.
        assert.match((await vector.getAttribute('src')) ?? '', /^data:image\/svg\+xml/);
        await page.waitForFunction(() =>
          [...document.querySelectorAll('img')].every((image) => image.naturalWidth > 0),
        );
      }
      if (tab === 'confusion-matrices') {
        for (const cell of [0, 1]) {
          await page.locator('.tl-matrix [role=gridcell]').nth(cell).click();
          await page.waitForSelector('.tl-sample-list code');
        }
        assert.equal(await page.locator('.tl-sample-list a').count(), 0);
      }
      if (tab === 'notes') {
        const links = await page
          .locator('.tl-markdown a')
          .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
        assert.deepEqual(
          links.filter((href) => href !== null && !/^https?:/.test(href)),
          [],
        );
      }
      if (tab === 'assets') {
        const names = ['b.html', 'c.md', 'd.csv', 'e.svg', 'folder/'];
        for (const name of names) {
          await page.getByRole('searchbox').fill(name);
          await page.waitForFunction(
            () => document.querySelectorAll('[aria-label=Files] [role=row][data-id]').length === 1,
          );
          await page.locator('[role=rowheader]').first().click();
          await page.waitForSelector('.tl-preview :is(iframe, .tl-markdown *, [role=grid], img, .tl-code-chunk)');
        }
      }
      // Late requests and scripts get two frames and one task of the event loop.
      await page.evaluate(
        () =>
          new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50)))),
      );
      assert.equal(await hacked(page), false);
      assert.deepEqual([...asked], []);
      for (const frame of page.frames()) assert.equal(await frame.evaluate(() => 'hacked' in window), false);
      await view.release();
    });
  }
});
