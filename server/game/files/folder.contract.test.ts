import { folderContract } from './testing/folderContract.ts'
import { openLocal, openPanel, openSftp } from './testing/openFolders.ts'
import { remoteFolderContract } from './testing/remoteFolderContract.ts'

folderContract('local', openLocal)
folderContract('panel', openPanel)
remoteFolderContract('panel', openPanel)
folderContract('sftp', openSftp)
remoteFolderContract('sftp', openSftp)
