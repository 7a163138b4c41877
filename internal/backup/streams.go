package backup

import (
	"bufio"
	"io"
	"strings"
)

// sniff says whether a stream is encrypted, by how it begins.
func sniff(r io.Reader) (io.Reader, bool, error) {
	const sealed = "age-encryption.org/"
	buffered := bufio.NewReaderSize(r, 1<<16)
	begin, err := buffered.Peek(len(sealed))
	if err != nil && err != io.EOF {
		return nil, false, err
	}
	return buffered, string(begin) == sealed, nil
}

// fromArchive is an archive being read: an error of it is one of the archive,
// and no error of the disk that it is written to.
type fromArchive struct{ io.Reader }

func (f *fromArchive) Read(p []byte) (int, error) {
	n, err := f.Reader.Read(p)
	if err != nil && err != io.EOF {
		err = unusable(err.Error())
	}
	return n, err
}

// cutFolder gives the name of a file of the bucket by that of its entry.
func cutFolder(entry string) (name string, ok bool) {
	return strings.CutPrefix(entry, filesFolder+"/")
}
