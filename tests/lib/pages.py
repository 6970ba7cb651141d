"""What is in the pages of --format=html."""
import base64
import re
import zlib

FIGURES = re.compile(r'"application/zlib"( id="figures">)(.*?)(?=</script>)')


def expand(text):
    """The page TEXT with its figures as a build without zlib has them."""
    return FIGURES.sub(lambda match: '"application/json"' + match[1] +
                       zlib.decompress(base64.b64decode(match[2])).decode(),
                       text)
