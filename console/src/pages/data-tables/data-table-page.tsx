import { PageHeader } from '../../components/page-header.tsx'

export function DataTablePage() {
  return <PageHeader title="Data table" />
}
