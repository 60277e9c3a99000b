import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { GitCompare } from 'lucide-react'
import type { SpinnerVersion } from '../../../api/schema.ts'
import { type Edited, stepsOf } from '../draft/draft-state.ts'
import { ChangesView } from './changes-view.tsx'

/** Opens a comparison of the draft with the published version. */
export function ChangesButton({
  published,
  edited,
  columns,
}: {
  published: SpinnerVersion
  edited: Edited
  columns: readonly string[]
}) {
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<GitCompare size={14} aria-hidden />}
        onClick={open}
      >
        See changes
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        size="xl"
        title={`Changes of the draft since version ${published.version}`}
      >
        <ChangesView
          before={{ ...published, columns: published.metadataColumns }}
          after={{ ...edited, steps: stepsOf(edited), columns }}
        />
      </Modal>
    </>
  )
}
