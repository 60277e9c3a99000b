import { Button } from '@mantine/core'
import { ListFilter } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { DataTable, Where } from '../../../../api/schema.ts'
import { useKey } from '../../../../components/keys/use-key.ts'
import { withTexts } from '../../../../languages/catalogue.ts'
import { t } from '../../../../languages/text.ts'

const loadForm = withTexts(['data-tables', 'steps'], () => import('./filter-form.tsx'))
const FilterForm = lazy(async () => ({ default: (await loadForm()).FilterForm }))

/** A button that opens a form for one more condition of the search. */
export function AddFilter({ table, onAdd }: { table: DataTable; onAdd: (filter: Where) => void }) {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  useKey('f', open)
  return (
    <>
      <Button
        size="sm"
        variant="default"
        leftSection={<ListFilter size={16} aria-hidden />}
        onPointerEnter={() => void loadForm()}
        onClick={open}
      >
        {t('Filter')}
      </Button>
      {isOpen && (
        <Suspense>
          <FilterForm table={table} onAdd={onAdd} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
