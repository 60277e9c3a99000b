import { TextFilter } from './text-filter.tsx'

/**
 * A form that restricts a list to one e-mail address. The parameter "email" in the URL of the page holds the
 * address.
 */
export function AddressFilter({ label }: { label: string }) {
  return <TextFilter param="email" label={label} placeholder="ada@example.com" />
}
