import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Ban, Download, Play, UserX } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useMay } from '../../api/account/session.ts'
import { soughtOf } from '../../api/person/people.ts'
import { useExportPerson } from '../../api/person/person-copies.ts'
import type { Person } from '../../api/schema.ts'
import { useSuppress } from '../../api/suppressions.ts'
import { askToConfirm } from '../../components/dialog/ask-to-confirm.tsx'
import { ErasePerson } from '../../components/person/erase-person.tsx'
import { showProblem } from '../../components/problem/show-problem.tsx'
import { showDone } from '../../components/show-done.ts'
import { withTexts } from '../../languages/catalogue.ts'
import { t } from '../../languages/text.ts'

const loadRun = withTexts(
  ['data-tables', 'spinners', 'steps'],
  () => import('../data-tables/records/edit/run-for-selected.tsx'),
)

const RunForSelected = lazy(async () => ({ default: (await loadRun()).RunForSelected }))

/** The buttons with which members run a spinner for a person, suppress the address, and export or erase the data. */
export function PersonButtons({ person }: { person: Person }) {
  const mayEdit = useMay('editor')
  const isAdmin = useMay('admin')
  const sought = soughtOf(person)
  const exportPerson = useExportPerson()
  const [isErasing, erasing] = useDisclosure()
  return (
    <>
      {mayEdit && <RunButton person={person} />}
      {mayEdit && person.email !== null && person.suppression === null && (
        <SuppressButton email={person.email} />
      )}
      {isAdmin && sought !== null && (
        <>
          <Button
            variant="default"
            leftSection={<Download size={16} aria-hidden />}
            loading={exportPerson.isPending}
            onClick={() => exportPerson.mutate(sought)}
          >
            {t('Export everything')}
          </Button>
          <Button
            variant="default"
            color="red"
            leftSection={<UserX size={16} aria-hidden />}
            onClick={erasing.open}
          >
            {t('Erase…')}
          </Button>
          {isErasing && <ErasePerson sought={sought} close={erasing.close} />}
        </>
      )}
    </>
  )
}

/** Runs a spinner for the newest record of the person. */
function RunButton({ person: { newestRecord } }: { person: Person }) {
  const [isOpen, { open, close }] = useDisclosure()
  if (newestRecord === null) return null
  const { dataTableId, recordId } = newestRecord
  return (
    <>
      <Button leftSection={<Play size={16} aria-hidden />} onClick={open}>
        {t('Run a spinner')}
      </Button>
      {isOpen && (
        <Suspense>
          <RunForSelected dataTableId={dataTableId} recordIds={[recordId]} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

function SuppressButton({ email }: { email: string }) {
  const suppress = useSuppress()
  const confirm = () =>
    askToConfirm({
      title: t('Suppress {email}?', { email }),
      text: t('No job writes to this address until the suppression is removed.'),
      action: t('Suppress'),
      isDangerous: true,
      onConfirm: () =>
        suppress.mutate(
          { entry: email },
          {
            onSuccess: () => showDone(t('The address is suppressed')),
            onError: (error) => showProblem(error),
          },
        ),
    })
  return (
    <Button
      variant="default"
      leftSection={<Ban size={16} aria-hidden />}
      loading={suppress.isPending}
      onClick={confirm}
    >
      {t('Suppress')}
    </Button>
  )
}
