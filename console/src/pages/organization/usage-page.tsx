import { PageHeader } from '../../components/page-header.tsx'

export function UsagePage() {
  return <PageHeader title="Usage and plan" />
}
