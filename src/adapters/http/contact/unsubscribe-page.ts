import type { Router, RouterMiddleware } from '@koa/router'
import type { Context } from 'koa'
import { DomainError } from '../../../domain/errors.ts'
import { type Language, languages } from '../../../domain/text/language.ts'
import type { Texts } from '../../../domain/text/texts.ts'
import { runRequest } from '../../system/request-writes.ts'
import { pageHeaders, pagesOn } from '../page.ts'
import { escaped, plainPage as page, plainPageStylePath, plainPageStyle as style } from '../plain-page.ts'
import { actorOf } from '../request/caller/actor.ts'
import type { TestTime } from '../request/test-time.ts'
import type { Services } from '../services.ts'
import { pageTextsFor } from '../text/page-texts.ts'

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
   * Returns the texts of a page of an organization, and the organization's name as HTML, so that a recipient who has
   * forgotten the sender sees who writes to them.
   */
  const pageOf = async (
    { headers, search }: Context,
    organizationId: string,
  ): Promise<Texts & { readonly writer: string }> => {
    const organization = await organizationStore.find(organizationId)
    const { t, language } = pageTextsFor(headers, search, organization?.language)
    const writer = organization === null ? t('this sender') : `<q>${escaped(organization.name)}</q>`
    return { t, language, writer }
  }
  const serve = pagesOn(router)
  serve(plainPageStylePath, (ctx) => {
    ctx.type = 'css'
    ctx.body = style
  })
  serve(path, ...pageHeaders, async (ctx) => {
    const unsubscriber = messageTokens.unsubscriberOf(tokenOf(ctx))
    ctx.type = 'html'
    if (unsubscriber === null) {
      const { t, language } = pageTextsFor(ctx.headers, ctx.search)
      ctx.body = page(
        t('The link is not complete'),
        t('Open the link in the e-mail again, or copy the whole link.'),
        '',
        '',
        language,
      )
      ctx.status = 404
      return
    }
    await organizationStore.assertHere(unsubscriber.organizationId)
    const { t, language, writer } = await pageOf(ctx, unsubscriber.organizationId)
    const text = t('Press the button to stop all e-mail from {writer} to {address}.', {
      writer,
      address: escaped(unsubscriber.email),
    })
    const button = `<form method="post"><button>${t('Unsubscribe')}</button></form>`
    ctx.body = page(t('Unsubscribe'), text, button + linksToLanguages(language), '', language)
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
    const { t, language, writer } = await pageOf(ctx, unsubscriber.organizationId)
    const address = escaped(unsubscriber.email)
    const text = t('{address} gets no more e-mail from {writer}.', { address, writer })
    ctx.type = 'html'
    ctx.body = page(t('You are unsubscribed'), text, '', '', language)
  }
  router.post(path, ...([...pageHeaders, post] as unknown as RouterMiddleware[]))
}

/** Returns links to the page in the other languages. */
function linksToLanguages(language: Language): string {
  const links = Object.entries(languages)
    .filter(([code]) => code !== language)
    .map(([code, name]) => `<a href="?language=${code}" lang="${code}" hreflang="${code}">${name}</a>`)
  return `\n      <p class="languages">${links.join(' · ')}</p>`
}

function tokenOf(ctx: Context): string {
  return (ctx as unknown as { params: { token: string } }).params.token
}
