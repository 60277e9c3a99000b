import type { Cells } from '../../../../api/schema.ts'

export interface Sent {
  readonly url: string
  readonly record: Cells
  /** Whether the table takes any shape. */
  readonly isOpen: boolean
}

export interface Guide {
  readonly name: string
  /** What to click, in its words. */
  readonly steps: readonly string[]
  /** What of the same sender does not do, and what to use instead. */
  readonly instead?: string
  /** What else is worth knowing before. */
  readonly note?: string
  /** Whether it sends a shape of its own, which only an open table takes. */
  readonly isForeign: boolean
  readonly paste: (sent: Sent) => readonly { readonly label: string; readonly text: string }[]
}

export const onlyUrl = ({ url }: Sent) => [{ label: 'URL', text: url }]
