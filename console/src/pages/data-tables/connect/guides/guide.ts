import type { Cells } from '../../../../api/schema.ts'

export interface Sent {
  readonly url: string
  readonly record: Cells
  /** Whether the table is open and so accepts bodies of any format. */
  readonly isOpen: boolean
}

export interface Guide {
  readonly name: string
  /** Instructions for setting up the source, in the words of its own screens. */
  readonly steps: readonly string[]
  /** A feature of the source that does not work with Spindle, and what to use instead. */
  readonly instead?: string
  /** A hint that users need before they set up the source. */
  readonly note?: string
  /** Whether the source sends a body format of its own, which only an open table accepts. */
  readonly isForeign: boolean
  readonly paste: (sent: Sent) => readonly { readonly label: string; readonly text: string }[]
}

export const onlyUrl = ({ url }: Sent) => [{ label: 'URL', text: url }]
