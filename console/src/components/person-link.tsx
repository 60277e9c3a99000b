import type { ReactNode } from 'react'
import { AnchorLink } from './links.tsx'

/** A link to the page of a person. */
export function PersonLink({ address, children = address }: { address: string; children?: ReactNode }) {
  return (
    <AnchorLink to="/people" search={{ email: address }} underline="always" inherit>
      {children}
    </AnchorLink>
  )
}
