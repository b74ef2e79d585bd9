"""From photographs and colour readings to a cube."""

from cubesolve.scan.result import Doubt as Doubt
from cubesolve.scan.result import Scan as Scan
from cubesolve.scan.result import ScannedFace as ScannedFace
from cubesolve.scan.scanning import scan_face as scan_face
from cubesolve.scan.scanning import scan_photos as scan_photos
from cubesolve.scan.scanning import scan_readings as scan_readings
