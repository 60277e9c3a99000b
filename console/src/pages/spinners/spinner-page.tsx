import { PageHeader } from '../../components/page-header.tsx'

export function SpinnerPage() {
  return <PageHeader title="Spinner" />
}
