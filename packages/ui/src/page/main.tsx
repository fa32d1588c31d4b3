import { createRoot } from 'react-dom/client';
import { ServiceHealth } from '../source/service-health.ts';
import { Notices } from './notices.ts';
import { Page } from './Page.tsx';
import { pageConnection, signOut } from './page-connection.ts';
import { pageElement, pageServing as serving } from './page-element.ts';
import { pageHost } from './page-host.ts';
import { pageSession } from './page-session.ts';
import { printChartsAsImages } from './printed-charts.ts';
import { Router } from './router.ts';
import './page.css';

// Page of the local service in a browser tab: the same views as in a notebook and an editor, each with its own
// address.
const element = pageElement!;
const root = createRoot(element);
const pageNotices = new Notices();
const session = pageSession();
const router = new Router();
let signedOut = false;
const onSignedOut = () => {
  if (signedOut) return;
  signedOut = true;
  draw();
};
const health = new ServiceHealth();
const api = pageConnection(serving, session, onSignedOut, health);
const settings = {
  apiKeyFile: element.dataset.apiKeyFile || null,
  openCommand: element.dataset.openCommand || 'tracklens open',
  shell: element.dataset.shell === 'powershell' ? ('powershell' as const) : ('posix' as const),
};
const host = pageHost(api, router, pageNotices, serving);
// After the host, which draws the charts in light colors first.
printChartsAsImages();
const value = { api, health, router, settings, serving, host };

function draw(): void {
  const leave = () => signOut(session).then(onSignedOut);
  root.render(<Page value={value} notices={pageNotices} signedOut={signedOut} signOut={leave} />);
}
draw();
