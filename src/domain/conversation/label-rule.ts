import { ownWordsOf } from '../sender/inbound/own-words.ts'
import type { MailContent } from '../sender/message/mail-content.ts'
import { folded } from '../table/search/sort-key.ts'
import { labelIds } from './label.ts'
import type { ThreadMessageKind } from './thread.ts'

/**
 * The kinds of rules. `words`: the subject or the author's own text contains one of the words. `autoReply`: the mail is
 * an automatic answer.
 */
export const labelRuleKinds = ['words', 'autoReply'] as const
export type LabelRuleKind = (typeof labelRuleKinds)[number]

/** A rule that sets a label when an inbound mail is stored. */
export interface LabelRule {
  readonly id: string
  readonly labelId: string
  readonly kind: LabelRuleKind
  /** The words or phrases of a rule of the kind `words`, of which the mail must contain one; otherwise empty. */
  readonly words: readonly string[]
  readonly createdAt: Date
}

export const maxLabelRules = 100
export const maxRuleWords = 50

/**
 * Returns the ids of the labels that an inbound mail gets: those of the rules that match, and `outOfOffice` if it is the
 * automatic answer of a person who is away. Quoted text of earlier mails does not count.
 */
export function labelsByRules(
  rules: readonly Pick<LabelRule, 'labelId' | 'kind' | 'words'>[],
  { kind, isAbsence }: { readonly kind: ThreadMessageKind; readonly isAbsence: boolean },
  { subject, text }: Pick<MailContent, 'subject' | 'text'>,
): readonly string[] {
  if (kind !== 'reply' && kind !== 'autoReply') return []
  const words = ` ${folded(`${subject}\n${ownWordsOf(text)}`).replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `
  const contains = (phrase: string) => {
    const searched = folded(phrase)
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
    return searched !== '' && words.includes(` ${searched} `)
  }
  const matching = rules.filter((rule) =>
    rule.kind === 'autoReply' ? kind === 'autoReply' : rule.words.some(contains),
  )
  return [
    ...new Set([...(isAbsence ? [labelIds.outOfOffice] : []), ...matching.map(({ labelId }) => labelId)]),
  ]
}
