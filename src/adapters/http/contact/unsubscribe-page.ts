import type { Router, RouterMiddleware } from '@koa/router'
import type { Context } from 'koa'
import { DomainError } from '../../../domain/errors.ts'
import { runRequest } from '../../system/request-writes.ts'
import { pageHeaders, pagesOn } from '../page.ts'
import { escaped, plainPage as page, plainPageStylePath, plainPageStyle as style } from '../plain-page.ts'
import { actorOf } from '../request/caller/actor.ts'
import type { TestTime } from '../request/test-time.ts'
import type { Services } from '../services.ts'
import { type PageTexts, pageLanguages, pageTextsFor } from '../text/page-texts.ts'

const path = '/unsubscribe/:token'

/**
 * Mounts the page that the unsubscribe link of a mail opens. A mail program's own button posts to it (RFC
 * 8058). People see a page with a button first, because programs that check links for them only send GET.
 */
export function mountUnsubscribePage(
  router: Router,
  { messageTokens, addressSuppressor, organizationStore }: Services,
  testTime: TestTime,
): void {
  /**
   * Returns the organization's name as HTML, so that a recipient who has forgotten the sender sees who writes
   * to them.
   */
  const writerOf = async (organizationId: string, { t }: PageTexts): Promise<string> => {
    const organization = await organizationStore.find(organizationId)
    return organization === null ? t('this sender') : `<q>${escaped(organization.name)}</q>`
  }
  const serve = pagesOn(router)
  serve(plainPageStylePath, (ctx) => {
    ctx.type = 'css'
    ctx.body = style
  })
  serve(path, ...pageHeaders, async (ctx) => {
    const texts = pageTextsFor(ctx.headers, ctx.search)
    const { t } = texts
    const unsubscriber = messageTokens.unsubscriberOf(tokenOf(ctx))
    ctx.type = 'html'
    if (unsubscriber === null) {
      ctx.body = page(
        t('The link is not complete'),
        t('Open the link in the e-mail again, or copy the whole link.'),
        '',
        '',
        texts.language,
      )
      ctx.status = 404
      return
    }
    await organizationStore.assertHere(unsubscriber.organizationId)
    const writer = await writerOf(unsubscriber.organizationId, texts)
    const text = t('Press the button to stop all e-mail from {writer} to {address}.', {
      writer,
      address: escaped(unsubscriber.email),
    })
    const button = `<form method="post"><button>${t('Unsubscribe')}</button></form>`
    ctx.body = page(t('Unsubscribe'), text, button + linksToLanguages(texts), '', texts.language)
  })
  const post = async (ctx: Context): Promise<void> => {
    ctx.state['route'] = path
    const unsubscriber = messageTokens.unsubscriberOf(tokenOf(ctx))
    if (unsubscriber === null)
      throw new DomainError('NOT_FOUND', {
        message: 'The link is not complete; copy the whole link from the e-mail',
      })
    await organizationStore.assertHere(unsubscriber.organizationId)
    ctx.state.organizationId = unsubscriber.organizationId
    await testTime.run(await testTime.of(unsubscriber.organizationId), true, () =>
      runRequest(unsubscriber.organizationId, async () => {
        await addressSuppressor.suppressWithRetries({
          ...unsubscriber,
          reason: 'unsubscribed',
          by: actorOf(ctx, {}, null),
        })
      }),
    )
    const texts = pageTextsFor(ctx.headers, ctx.search)
    const { t } = texts
    const writer = await writerOf(unsubscriber.organizationId, texts)
    const address = escaped(unsubscriber.email)
    const text = t('{address} gets no more e-mail from {writer}.', { address, writer })
    ctx.type = 'html'
    ctx.body = page(t('You are unsubscribed'), text, '', '', texts.language)
  }
  router.post(path, ...([...pageHeaders, post] as unknown as RouterMiddleware[]))
}

/** Returns links to the page in the other languages. */
function linksToLanguages({ language }: PageTexts): string {
  const links = Object.entries(pageLanguages)
    .filter(([code]) => code !== language)
    .map(([code, name]) => `<a href="?language=${code}" lang="${code}" hreflang="${code}">${name}</a>`)
  return `\n      <p class="languages">${links.join(' · ')}</p>`
}

function tokenOf(ctx: Context): string {
  return (ctx as unknown as { params: { token: string } }).params.token
}
