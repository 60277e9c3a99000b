import type { Spinner } from '../../../../domain/spinner/spinner.ts'
import { programOf } from '../../../../domain/spinner/steps/program.ts'
import { mailOf } from '../../../../domain/spinner/steps/step-capabilities.ts'
import { sentence } from '../../../../domain/text/sentence.ts'
import type { LinkCheck } from '../../../../ports/spinner/link-check.ts'
import type { StepFault } from '../faults/step-fault.ts'

/** The largest number of links of a spinner that are requested. */
const maxLinks = 20

/**
 * Returns findings about links and images of e-mails whose address does not answer. Leaves out addresses with values of
 * the recipient, and those after the first 20.
 */
export async function linkFindings(
  links: LinkCheck,
  { steps }: Pick<Spinner, 'steps'>,
): Promise<readonly StepFault[]> {
  const places = new Map<string, string>()
  for (const { step, pointer } of programOf(steps)) {
    const { html = '', text = '' } = mailOf(step) ?? {}
    for (const [field, url] of [...linksIn(html).map((one) => ['html', one]), ...textLinks(text)] as [
      string,
      string,
    ][])
      if (!places.has(url) && places.size < maxLinks) places.set(url, `${pointer}/${field}`)
  }
  const faults = await links.faultsOf([...places.keys()])
  return [...places].flatMap(([url, pointer]): StepFault[] => {
    const fault = faults.get(url)
    if (fault === undefined) return []
    const message = sentence('The link {url} does not answer: {fault}. Correct or remove it', { url, fault })
    return [{ pointer, code: 'LINK_NOT_ANSWERING', message }]
  })
}

function linksIn(html: string): readonly string[] {
  return [...html.matchAll(/\s(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)]
    .map(([, double, single]) => (double ?? single ?? '').replaceAll('&amp;', '&').trim())
    .filter(isFixed)
}

function textLinks(text: string): readonly (readonly [string, string])[] {
  return [...text.matchAll(/https?:\/\/[^\s<>"')\]]+/gi)]
    .map(([url]) => url.replace(/[.,;:!?]+$/, ''))
    .filter(isFixed)
    .map((url) => ['text', url] as const)
}

/** Returns whether an address is on the web and has no values of a recipient. */
function isFixed(url: string): boolean {
  return /^https?:\/\//i.test(url) && !/\{[{%]/.test(url) && URL.canParse(url)
}
