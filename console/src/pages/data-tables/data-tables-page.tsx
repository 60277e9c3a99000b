import { PageHeader } from '../../components/page-header.tsx'

export function DataTablesPage() {
  return <PageHeader title="Data tables" />
}
