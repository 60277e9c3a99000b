import { PageHeader } from '../../components/page-header.tsx'

export function SpinnersPage() {
  return <PageHeader title="Spinners" />
}
