import { Modal, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { versionsQuery } from '../../../api/spinner/spinners.ts'
import { GuideLink } from '../../../components/guide/guide-link.tsx'
import { LoadMore } from '../../../components/loading/load-more.tsx'
import { NotLoaded } from '../../../components/loading/loaded.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/text.ts'
import type { Draft } from '../draft/draft.ts'
import { useDraftPart } from '../draft/use-draft.ts'
import { OneVersion } from './one-version.tsx'

/** Lists the published versions, each of which can be restored to the draft. */
export function VersionsDialog({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const state = useDraftPart(draft, (whole) => whole)
  const query = useInfiniteQuery(versionsQuery(state.stored.spinner.id))
  const versions = query.data?.pages.flatMap(({ items }) => items)
  return (
    <Modal opened onClose={onClose} size="xl" title={t('Versions')}>
      <Text size="sm" c="dimmed" mb="md">
        {rich(
          'Each time you publish, Spindle keeps a version. If you go back to a version, it becomes the draft; the published version runs until you publish again. {guideLink}',
          { guideLink: <GuideLink page="use/versions" /> },
        )}
      </Text>
      {versions === undefined && <NotLoaded query={query} rows={3} />}
      {versions?.length === 0 && (
        <Text size="sm">{t('The spinner has no version yet, because it was not published.')}</Text>
      )}
      <Stack component="ul" gap="sm" className="plain-list" aria-label={t('Versions')}>
        {versions?.map((version) => (
          <OneVersion
            key={version.version}
            entry={version}
            draft={draft}
            state={state}
            onRestored={onClose}
          />
        ))}
      </Stack>
      <LoadMore query={query} />
    </Modal>
  )
}
