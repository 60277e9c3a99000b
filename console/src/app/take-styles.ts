/** The build lets a page be shown before its styles are there (vite.config.ts); without them nothing is drawn. */
export async function takeStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][media="print"]')]
  await Promise.all(links.map(whenLoaded))
  for (const link of links) link.media = 'all'
}

function whenLoaded(link: HTMLLinkElement): Promise<unknown> {
  if (link.sheet !== null) return Promise.resolve()
  return new Promise((done) => {
    for (const event of ['load', 'error']) link.addEventListener(event, done, { once: true })
  })
}
