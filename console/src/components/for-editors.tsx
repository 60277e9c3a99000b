import type { ReactNode } from 'react'
import { useMay } from '../api/account/session.ts'

/** Shows controls only to users who may change things. A viewer sees the page without them. */
export function ForEditors({ children }: { children: ReactNode }) {
  return useMay('editor') ? children : null
}
