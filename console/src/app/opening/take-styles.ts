/**
 * Applies the stylesheets once they have loaded. The build loads them without blocking the page
 * (vite.config.ts), and nothing is drawn before.
 */
export async function takeStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][media="print"]')]
  await Promise.all(links.map(whenLoaded))
  for (const link of links) link.media = 'all'
}

/**
 * Resolves when a stylesheet has loaded or failed, or when the page has loaded. A failed stylesheet does not
 * block the console, because an unstyled page is better than none.
 */
function whenLoaded(link: HTMLLinkElement): Promise<unknown> {
  if (link.sheet !== null || document.readyState === 'complete') return Promise.resolve()
  return new Promise((done) => {
    for (const event of ['load', 'error']) link.addEventListener(event, done, { once: true })
    addEventListener('load', done, { once: true })
  })
}
