import type { Cells } from '../../../../api/schema.ts'

export interface Sent {
  readonly url: string
  readonly record: Cells
  /** Whether the table is open and so accepts bodies of any format. */
  readonly isOpen: boolean
}

export interface Guide {
  readonly name: string
  /** Instructions for setting up the program that sends records, in the words of its own screens. */
  readonly steps: readonly string[]
  /** A feature of the sending program that does not work with Spindle, and what to use instead. */
  readonly instead?: string
  /** A hint that users need before they set up the sending program. */
  readonly note?: string
  /** Whether the sending program uses a body format of its own, which only an open table accepts. */
  readonly isForeign: boolean
  readonly paste: (sent: Sent) => readonly { readonly label: string; readonly text: string }[]
}

export const onlyUrl = ({ url }: Sent) => [{ label: 'URL', text: url }]
