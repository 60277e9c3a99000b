import { PageHeader } from '../../components/page-header.tsx'

export function SuppressionsPage() {
  return <PageHeader title="Suppressions" />
}
