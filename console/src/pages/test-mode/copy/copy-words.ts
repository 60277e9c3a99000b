import type { CopyDirection } from '../../../api/test-mode/project-copies.ts'
import { t } from '../../../languages/text.ts'

interface CopyWords {
  readonly title: (name: string) => string
  readonly explanation: string
  readonly unchanged: string
  readonly confirm: string
  readonly done: string
  readonly open: string
}

/** The texts of the dialog that copies a project, for each direction of the copy. */
export const copyWords: Readonly<Record<CopyDirection, CopyWords>> = {
  'copy-to-test': {
    title: (name) => t('Copy “{name}” to test mode', { name }),
    explanation: t(
      'Data tables, mappings and spinners are copied with their settings and published versions. Records are not: import a few people in test mode. The real project stays as it is.',
    ),
    unchanged: t('This project has no changes that can be copied to test mode.'),
    confirm: t('Copy to test mode'),
    done: t('The project is in test mode. Next, import about five people there.'),
    open: t('Open the project in test mode'),
  },
  'copy-from-test': {
    title: (name) => t('Copy “{name}” back', { name }),
    explanation: t(
      'The drafts of test mode replace the drafts of the real spinners. Nothing is published. Data tables, mappings and records stay as they are, and so does everything that is in conflict.',
    ),
    unchanged: t('This project has no changes in test mode that can be copied back to the real project.'),
    confirm: t('Copy back'),
    done: t(
      'The drafts of the real spinners have the changes from test mode. Publish them when you are ready.',
    ),
    open: t('Leave test mode and open the project'),
  },
}
