import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { dataTableQuery } from '../../api/data-tables.ts'
import { isGone } from '../../api/problem.ts'
import { storedSpinnerQuery } from '../../api/spinners.ts'
import type { StoredSpinner } from '../../api/stored-spinner.ts'
import { Loaded } from '../../components/loaded.tsx'
import { NotThere } from '../../components/not-there.tsx'
import { PageSkeleton } from '../../components/skeletons.tsx'
import { SpinnerEditor } from './spinner-editor.tsx'

export function SpinnerPage() {
  const { spinnerId } = useParams({ from: '/signed-in/spinners/$spinnerId' })
  const spinner = useQuery(storedSpinnerQuery(spinnerId))
  // When a spinner is deleted while it is edited, what was typed stays on the screen.
  if (spinner.data === undefined && isGone(spinner.error)) return <NotThere kind="spinner" />
  return (
    <Loaded query={spinner} skeleton={<PageSkeleton />}>
      {(loaded) => <WithTable key={spinnerId} loaded={loaded} />}
    </Loaded>
  )
}

function WithTable({ loaded }: { loaded: StoredSpinner }) {
  const table = useQuery(dataTableQuery(loaded.spinner.dataTableId))
  return (
    <Loaded query={table} skeleton={<PageSkeleton />}>
      {(data) => <SpinnerEditor loaded={loaded} table={data} />}
    </Loaded>
  )
}
