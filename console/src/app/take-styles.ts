/** The build lets a page be shown before its styles are there (vite.config.ts); without them nothing is drawn. */
export async function takeStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][media="print"]')]
  await Promise.all(links.map(whenLoaded))
  for (const link of links) link.media = 'all'
}

/** Or when it will not be any more: it may have failed before this was asked, and a bare page is better than none. */
function whenLoaded(link: HTMLLinkElement): Promise<unknown> {
  if (link.sheet !== null || document.readyState === 'complete') return Promise.resolve()
  return new Promise((done) => {
    for (const event of ['load', 'error']) link.addEventListener(event, done, { once: true })
    addEventListener('load', done, { once: true })
  })
}
