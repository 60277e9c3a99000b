import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { GitCompare } from 'lucide-react'
import type { SpinnerVersion } from '../../../api/schema.ts'
import { t } from '../../../languages/text.ts'
import type { Draft } from '../draft/draft.ts'
import { stepsOf } from '../draft/draft-state.ts'
import { useDraftPart } from '../draft/use-draft.ts'
import { ChangesView } from './changes-view.tsx'

interface ChangesProps {
  readonly published: SpinnerVersion
  readonly draft: Draft
  readonly columns: readonly string[]
}

/** Opens a comparison of the draft with the published version. */
export function ChangesButton(props: ChangesProps) {
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<GitCompare size={14} aria-hidden />}
        onClick={open}
      >
        {t('See changes')}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        size="xl"
        title={t('Changes of the draft since version {version}', { version: props.published.version })}
      >
        <Changes {...props} />
      </Modal>
    </>
  )
}

function Changes({ published, draft, columns }: ChangesProps) {
  const edited = useDraftPart(draft, (state) => state.edited)
  return (
    <ChangesView
      before={{ ...published, columns: published.metadataColumns }}
      after={{ ...edited, steps: stepsOf(edited), columns }}
    />
  )
}
