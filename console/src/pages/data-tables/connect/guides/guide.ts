import type { Cells } from '../../../../api/schema.ts'

export interface Sent {
  readonly url: string
  readonly record: Cells
  /** Whether the table accepts any shape. */
  readonly isOpen: boolean
}

export interface Guide {
  readonly name: string
  /** Instructions for the sender's own screens, in the words of those screens. */
  readonly steps: readonly string[]
  /** A feature of the sender that does not work here, and what to use instead. */
  readonly instead?: string
  /** A hint that is worth knowing before the setup. */
  readonly note?: string
  /** Whether the sender uses a body format of its own, which only an open table accepts. */
  readonly isForeign: boolean
  readonly paste: (sent: Sent) => readonly { readonly label: string; readonly text: string }[]
}

export const onlyUrl = ({ url }: Sent) => [{ label: 'URL', text: url }]
